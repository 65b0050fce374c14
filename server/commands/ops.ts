/** `npm run ops -- <command>`: runs one of the operators' commands. `--help` lists them. */
import { type Commands, runCommand } from '#server/commands/run-command.ts'

const command = (name: string) => new URL(`./${name}.ts`, import.meta.url)

/** How a command finds its database: with the rights of the servers' role, or only as the owner. */
const SERVERS = 'the one of DATABASE_APP_URL or DATABASE_URL, else the embedded one of DATA_DIR'
const OWNERS = 'the one of DATABASE_URL, as its owner, else the embedded one of DATA_DIR'

export const OPERATORS_COMMANDS: Commands = {
  migrate: {
    file: command('migrate'),
    does: 'Brings the database up to this version, for servers that do not know its owner.',
    example: '',
    database:
      "the one of DATABASE_URL, as its owner; DATABASE_APP_URL names the servers' role, which gets its rights.",
  },
  backup: {
    file: command('backup'),
    takes: '<file>',
    does: 'Backs the whole database up into a file, while the product runs.',
    example: '/backups/monday.gz',
    database: `${SERVERS}.`,
  },
  restore: {
    file: command('restore'),
    takes: '<file> [--with-other-keys]',
    does: 'Restores a backup into an empty database.',
    example: '/backups/monday.gz',
    database: `${OWNERS}; it must be empty.`,
  },
  'restore-to': {
    file: command('restore-to'),
    takes: '--base <folder> --archive <folder> --to <instant> --into <folder>',
    does: 'Brings a base backup and its archived log back to an instant, in a PostgreSQL of its own.',
    example:
      '--base /backups/2026-11-24 --archive /archive --to 2026-11-24T10:14:00Z --into /data/restored',
    database:
      'a new PostgreSQL at the port of DATABASE_URL; base backup and archive stay unchanged.',
  },
  books: {
    file: command('books'),
    takes: '[--order <number> --day <day>]',
    does: 'Prints the trial balance and checks every posting and order, or prints one loan on a past day.',
    example: '--order SR20261124ABCDEFGH --day 2026-11-30',
    database: `${SERVERS}; reads only.`,
  },
  'verify-audit': {
    file: command('verify-audit'),
    takes: '[<copy of the anchor file> ...]',
    does: 'Checks that nobody has changed the audit log.',
    example: '/safe/audit-anchors',
    database: `${SERVERS}; reads only.`,
  },
  'rotate-keys': {
    file: command('rotate-keys'),
    does: 'Adds a master key while the product runs; an hour later, removes the old one.',
    example: '',
    database: `${OWNERS}; and the key file of SARAL_KEYS_FILE.`,
  },
  staff: {
    file: command('staff'),
    takes: 'invite <mail> [<role> ...]',
    does: 'Makes the link by which a member of staff signs in for the first time, or after a renewal.',
    example: 'invite asha@lender.example administrator',
    database: `${SERVERS}.`,
  },
  emergency: {
    file: command('emergency'),
    takes: '<end-sessions | end-staff-sessions | stop-payout> <whom or which>',
    does: 'Signs a person out everywhere, or stops a payout, without the console.',
    explainsItself: true,
  },
  'import-ifsc': {
    file: command('import-ifsc'),
    takes: '<file.csv or .csv.gz> [--complete | --banks]',
    does: 'Replaces the branches of the IFSC finder, or the list of banks.',
    example: 'IFSC.csv.gz --complete',
    database: `${SERVERS}.`,
  },
  'read-cards': {
    file: command('read-cards'),
    takes: '<folder>',
    does: 'Reads photographs of cards and compares the result with their truth.json.',
    example: 'photographs/',
    database: 'none.',
  },
  'clear-demonstration': {
    file: command('clear-demonstration'),
    takes: '[--yes]',
    does: 'Lists what a demonstration left in the database; with --yes, removes it.',
    example: '--yes',
    database: `${OWNERS}; stop its servers first.`,
  },
  spread: {
    file: command('spread'),
    takes: '--coordinator <host[:port]> --worker <host[:port]> ...',
    does: 'Spreads the tables over the machines of a Citus cluster.',
    example: '--coordinator db0:5432 --worker db1:5432 --worker db2:5432',
    database:
      "the one of DATABASE_URL, as a superuser, on the coordinator; DATABASE_APP_URL names the servers' role.",
  },
}

if (import.meta.main) await runCommand('ops', OPERATORS_COMMANDS)
