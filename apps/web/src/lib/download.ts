/** How long a download may take to read what it was given. */
const DOWNLOAD_MS = 60_000;

/** Has the browser save a file. */
export function download(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS);
}
