/**
 * `npm run rig -- sbom [<file>]`: writes the bill of materials of what runs in production, as CycloneDX
 * in JSON, to a file or to standard output. npm makes it from package-lock.json, with versions,
 * hashes and licences.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('..', import.meta.url))
const [file] = process.argv.slice(2)
const args = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev']
const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--package-lock-only', ...args], {
  cwd: project,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
  shell: process.platform === 'win32',
})
if (status === 0) write(stdout)
else {
  console.error(`npm made no bill of materials. ${stderr}`)
  process.exitCode = 1
}

/** npm names the product by its folder; its name is the manifest's. */
function write(text: string): void {
  const bill = JSON.parse(text)
  bill.metadata.component.name = JSON.parse(readFileSync(`${project}/package.json`, 'utf8')).name
  const written = `${JSON.stringify(bill, undefined, 2)}\n`
  if (file === undefined) process.stdout.write(written)
  else {
    writeFileSync(file, written)
    console.log(`${file} lists ${bill.components.length} packages.`)
  }
}
