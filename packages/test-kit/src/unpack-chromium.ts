// Runs as a separate process with TMPDIR set: the package unpacks into the system's temporary folder, under fixed
// names.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
