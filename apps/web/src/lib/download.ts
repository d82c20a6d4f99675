/** How long the object URL stays valid for the download. */
const DOWNLOAD_MS = 60_000;

/** Downloads a file in the browser. */
export function download(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS);
}
