// The gateway has no jobs of its own: web alone is all of it.
import './main.ts';
