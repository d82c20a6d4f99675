// Run as a process of its own with TMPDIR set: the package unpacks into the system's temporary folder, under fixed names.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
