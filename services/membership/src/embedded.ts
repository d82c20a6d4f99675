// The service has no jobs yet: web alone is all of it.
import './main.ts';
