/** `npm run rig -- <command>`: runs one of the developers' rarer commands. `--help` lists them. */
import { type Commands, runCommand } from '#server/commands/run-command.ts'

const file = (path: string) => new URL(`../${path}`, import.meta.url)

export const DEVELOPERS_COMMANDS: Commands = {
  mutants: {
    file: file('mutants/main.ts'),
    takes: '[--only <name or theme>,...] [--parallel <number>]',
    does: 'Puts faults into a copy, one at a time, and checks that the nearest tests notice each.',
  },
  'mutate-domain': {
    file: file('mutants/domain/main.ts'),
    takes: '[--only <folder>] [--all]',
    does: 'Changes the rules of domain/ in small ways, and checks that its tests notice each.',
  },
  'mutate-server': {
    file: file('mutants/mutate-server.ts'),
    takes: '--only <file of server/lending or server/staff> [--tests <pattern>]',
    does: 'Changes one file of the server in small ways, and prints each change that no test notices.',
  },
  kill: {
    file: file('scripts/kill.ts'),
    takes: '[--kills <number>] [--servers <number>] [--seed <number>]',
    does: 'Kills one or both of two servers while people borrow from them and days pass.',
  },
  fuzz: {
    file: file('scripts/fuzz.ts'),
    takes: '[--requests <number>] [--seed <number>]',
    does: 'Sends hostile requests for every call, as nobody, as borrowers and as staff.',
  },
  campaign: {
    file: file('scripts/campaign.ts'),
    does: 'Lets 10,000 networks guess sign-in codes for a day, and prints what they got.',
  },
  screenshots: {
    file: file('scripts/screenshots.ts'),
    takes: '[--compare [--only <text>] | --accept [<name> ...] | --console]',
    does: 'Takes a picture of every route, compares or accepts them, or takes those of the README.',
  },
  asvs: {
    file: file('scripts/asvs.ts'),
    does: 'Writes the short rows of docs/security.md from the answers to the OWASP ASVS.',
  },
  sbom: {
    file: file('scripts/sbom.ts'),
    takes: '[<file>]',
    does: 'Writes the bill of materials of production, as CycloneDX.',
  },
  signatures: {
    file: file('scripts/signatures.ts'),
    does: "Compares the registry's signatures of the packages, where it can be reached.",
  },
  'release-dump': {
    file: file('server/testing/releases/dump.ts'),
    does: 'Dumps the version in package.json, from which every later one is upgraded in the tests.',
  },
}

if (import.meta.main) await runCommand('rig', DEVELOPERS_COMMANDS)
