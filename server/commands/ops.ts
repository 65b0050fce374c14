/** `npm run ops -- <command>`: runs one of the operators' commands. `--help` lists them. */
import { type Commands, runCommand } from '#server/commands/run-command.ts'

const command = (name: string) => new URL(`./${name}.ts`, import.meta.url)

export const OPERATORS_COMMANDS: Commands = {
  migrate: {
    file: command('migrate'),
    does: 'Brings the database up to this version, for servers that do not know its owner.',
  },
  backup: {
    file: command('backup'),
    takes: '<file>',
    does: 'Backs the whole database up into a file, while the product runs.',
  },
  restore: {
    file: command('restore'),
    takes: '<file> [--with-other-keys]',
    does: 'Restores a backup into an empty database.',
  },
  'restore-to': {
    file: command('restore-to'),
    takes: '--base <folder> --archive <folder> --to <instant> --into <folder>',
    does: 'Brings a base backup and its archived log back to an instant, in a PostgreSQL of its own.',
  },
  books: {
    file: command('books'),
    takes: '[--order <number> --day <day>]',
    does: 'Prints the trial balance and checks every posting and order, or prints one loan on a past day.',
  },
  'verify-audit': {
    file: command('verify-audit'),
    takes: '[<copy of the anchor file> ...]',
    does: 'Checks that nobody has changed the audit log.',
  },
  'rotate-keys': {
    file: command('rotate-keys'),
    does: 'Adds a master key while the product runs; an hour later, removes the old one.',
  },
  staff: {
    file: command('staff'),
    takes: 'invite <mail> [<role> ...]',
    does: 'Makes the link by which a member of staff signs in for the first time, or anew.',
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
  },
  'read-cards': {
    file: command('read-cards'),
    takes: '<folder>',
    does: 'Reads photographs of cards and compares the result with their truth.json.',
  },
  'clear-demonstration': {
    file: command('clear-demonstration'),
    takes: '[--yes]',
    does: 'Lists what a demonstration left in the database; with --yes, removes it.',
  },
  spread: {
    file: command('spread'),
    takes: '--coordinator <host[:port]> --worker <host[:port]> ...',
    does: 'Spreads the tables over the machines of a Citus cluster.',
  },
}

if (import.meta.main) await runCommand('ops', OPERATORS_COMMANDS)
