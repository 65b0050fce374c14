/** A picture to search for codes; a bitmap is transferred to the worker. */
export type ReadRequest = { readonly id: number; readonly image: Blob | ImageBitmap }

/** The texts of all codes in the picture, or that it could not be read. */
export type ReadAnswer = { readonly id: number; readonly texts: readonly string[] | 'failed' }
