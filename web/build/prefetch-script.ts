import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

/** Builds web/prefetch.ts as script text that can be embedded in a page. */
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
  if (code.includes('</script')) throw new Error('An inline script must not contain </script.')
  return code.trim()
}
