/** How the items in the tab's memory are named in which drafts lie sealed. */
export const SEALED = 'sealed:'
