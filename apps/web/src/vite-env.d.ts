/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** `on` shows posts through X's widget script; anything else shows them as plain quotes. */
  readonly VITE_EMBED_POSTS?: string;
}
