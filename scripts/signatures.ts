/**
 * `npm run rig -- signatures`: lets npm compare the registry's signature of each installed package with the
 * registry's keys. Needs the public registry and the keys of sigstore; says so where one of them
 * cannot be reached, which is neither a success nor a fault of a package.
 */
import { spawnSync } from 'node:child_process'

const UNREACHABLE =
  /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOAUDIT|no dependencies|E40[134]|E5\d\d/
/** Ends with this status where nothing could be compared. */
const NOT_COMPARED = 2

const { status, stdout, stderr } = spawnSync('npm', ['audit', 'signatures', '--loglevel=error'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
if (status === 0) process.stdout.write(stdout)
else if (UNREACHABLE.test(stderr)) {
  const line = stderr.split('\n').find(each => UNREACHABLE.test(each))
  console.error(
    `The signatures were not compared: this registry, or the keys of sigstore, cannot be reached from here. ${line}`,
  )
  process.exitCode = NOT_COMPARED
} else {
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = 1
}
