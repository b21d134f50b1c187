import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { number } from '../arguments.ts'
import { addConnectionOptions } from '../connection.ts'
import { SENT_KINDS, type SentKind } from '../send/events/event-kinds.ts'
import { FORMATS } from '../send/rows/rows.ts'
import { runSend, type SendOptions } from '../send/run-send.ts'

const HELP = `
Files are CSV with a header row or NDJSON (one object per line), as they are or as gzip; which it is, is seen from their content.
A column that is called like a field is that field. Fields:
  presence   timestamp, locationId, locationType, eventId, sourceUserId, userId, userEmail
  occupancy  timestamp, locationId, locationType, eventId, occupied, occupancy
Without an eventId one is made of source, person, time and place, so the same export may be sent again at any time: what is recorded
already stays as it is.

Forms of time, for --time-format: YYYY YY MM M MMM DD D HH H hh h A mm ss S Z and anything else as it is, 'quoted' where it is one of
these; or unix, or unix-ms. Times that say their zone, like 2026-01-05T09:00:00+01:00, need neither form nor zone.

Refused events are written to --errors, one per line with the reason. Correct them there, or the people and locations in the service,
and send that file: it needs no --map.

Examples:
  $ rollcall send presence badges.csv --source-id badges --map 'timestamp=Date+Time,sourceUserId=Card no,locationId=Door' \\
      --time-zone Europe/Berlin --time-format 'DD.MM.YYYY HH:mm:ss' --locations doors.csv --set locationType=location --dry-run
  $ rollcall send presence badges.csv.refused.ndjson --source-id badges
  $ gunzip -c sensors.ndjson.gz | rollcall send occupancy --source-id desk-sensors --errors refused.ndjson

Exit status: 0 everything was accepted, 1 events were refused or it failed, 2 wrong usage, 130 stopped by Ctrl+C.`

const more = (text: string, texts: string[] = []): string[] => [...texts, text]

const delimiter = (text: string): string => {
  const character = text === 'tab' || text === '\\t' ? '\t' : text
  if (character.length === 1 && !'"\r\n'.includes(character)) return character
  throw new InvalidArgumentError('Give one character, or tab.')
}

/** `rollcall send`: sends exports of badge systems and sensors as events. */
export const sendCommand = (): Command =>
  addConnectionOptions(new Command('send'))
    .description('send files of events: exports of badge systems and sensors, as CSV or NDJSON')
    .addArgument(new Argument('<kind>', 'kind of events').choices(SENT_KINDS))
    .argument('[files...]', 'files, in order; - is standard input, which is also read if there are no files')
    .requiredOption('--source-id <name>', 'name of the sending system, free text; part of the identity of an event')
    .option('--map <field=column,…>', 'column of each field; Date+Time joins two columns with a space; may be repeated', more)
    .option('--set <field=value,…>', 'fields with the same value in all events; may be repeated', more)
    .option('--locations <file>', 'CSV that maps location names of the export to locationId and optionally locationType')
    .option('--time-zone <zone>', 'time zone of times without one, such as Europe/Berlin')
    .option('--time-format <form>', 'format of times, such as "DD.MM.YYYY HH:mm"; not needed for ISO 8601')
    .addOption(new Option('--format <format>', 'format of the files, if it cannot be detected').choices(FORMATS))
    .option('--delimiter <character>', 'column separator; by default the most frequent one in the header', delimiter)
    .option('--encoding <name>', 'encoding, such as windows-1252; by default UTF-8, or UTF-16 by byte order mark')
    .option('--errors <file>', 'file for refused events; by default <first file>.refused.ndjson, or refused.ndjson')
    .option('--from-line <n>', 'first line to send of the first file', number(1, true), 1)
    .option('--dry-run', 'show the first events and refusals; sends nothing and needs no key')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', HELP)
    .action((kind: SentKind, files: string[], options: SendOptions) => runSend(kind, options, files))
