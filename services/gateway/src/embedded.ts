// The gateway has no jobs: its web process is all of it.
import './main.ts';
