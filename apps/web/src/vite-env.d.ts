/// <reference types="vite/client" />

/** The year of the build, for the copyright line. */
declare const BUILD_YEAR: number;
