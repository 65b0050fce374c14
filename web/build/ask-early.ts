import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/** The script of web/ask-early.ts as a text that can stand in a page. */
export async function buildAskEarly(root: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: ['es2022', 'safari16.4'],
      reportCompressedSize: false,
      lib: {
        entry: join(root, 'ask-early.ts'),
        formats: ['iife'],
        name: 'askEarly',
        fileName: () => 'ask-early.js',
      },
    },
  })
  const [{ output }] = built as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  const { code } = output[0]
  if (code.includes('</script')) throw new Error('A script in a page must not hold its own end.')
  return code.trim()
}
