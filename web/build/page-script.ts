import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { classNames } from '#web/build/class-names.ts'
import { earlyHomeBuild } from '#web/build/early-home.ts'

/**
 * Builds `web/<name>.ts` as the text of a script that can be embedded in a page, or of a module that
 * such a script imports.
 */
export async function buildPageScript(
  root: string,
  name: 'prefetch' | 'early-sign-in' | 'early-session' | 'early-home',
): Promise<string> {
  const isHome = name === 'early-home'
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ...(isHome && {
      ...earlyHomeBuild,
      css: { modules: { generateScopedName: classNames(root) } },
    }),
    build: {
      rolldownOptions: { checks: { pluginTimings: false } },
      write: false,
      target: ['es2022', 'safari16.4'],
      reportCompressedSize: false,
      lib: {
        entry: join(root, `${name}.${isHome ? 'tsx' : 'ts'}`),
        formats: [name === 'early-session' ? 'es' : 'iife'],
        name: 'page',
        fileName: () => 'page.js',
      },
    },
  })
  const [{ output }] = built as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  const { code } = output[0]
  if (code.includes('</script')) throw new Error('An inline script must not contain </script.')
  return code.trim()
}
