/** A picture to look for codes in; a bitmap is the worker's from then on. */
export type Asked = { readonly id: number; readonly image: Blob | ImageBitmap }

/** What every code in the picture says, or that it could not be looked at. */
export type Answered = { readonly id: number; readonly texts: readonly string[] | 'failed' }
