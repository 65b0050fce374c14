/** Tells whoever runs the server one sentence; without a level, for information only. */
export type Tell = (message: string, level?: 'info' | 'warn' | 'error') => void
