import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/** The script of web/prefetch.ts as a text that can stand in a page. */
export async function buildPrefetchScript(root: string): Promise<string> {
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
        entry: join(root, 'prefetch.ts'),
        formats: ['iife'],
        name: 'prefetch',
        fileName: () => 'prefetch.js',
      },
    },
  })
  const [{ output }] = built as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  const { code } = output[0]
  if (code.includes('</script')) throw new Error('A script in a page must not hold its own end.')
  return code.trim()
}
