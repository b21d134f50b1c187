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

/** `rollcall send`: exports of badge systems and sensors, sent as events. */
export const sendCommand = (): Command =>
  addConnectionOptions(new Command('send'))
    .description('send files of events: exports of badge systems and sensors, as CSV or NDJSON')
    .addArgument(new Argument('<kind>', 'what the events are').choices(SENT_KINDS))
    .argument('[files...]', 'files in this order, - for standard input, which is also read when there are none')
    .requiredOption('--source-id <name>', 'name of the sending system, free text; part of what makes an event that event')
    .option('--map <field=column,…>', 'columns of fields; Date+Time joins two with a space; may be repeated', more)
    .option('--set <field=value,…>', 'fields that are the same in all events; may be repeated', more)
    .option('--locations <file>', 'CSV that says of what the export calls a location its locationId and, if given, locationType')
    .option('--time-zone <zone>', 'where times without a zone are meant, such as Europe/Berlin')
    .option('--time-format <form>', 'how times are written, such as "DD.MM.YYYY HH:mm"; ISO 8601 needs none')
    .addOption(new Option('--format <format>', 'what the files are, if it cannot be seen').choices(FORMATS))
    .option('--delimiter <character>', 'what separates columns; by default what the header has most of', delimiter)
    .option('--encoding <name>', 'such as windows-1252; by default UTF-8, or UTF-16 where the file says so')
    .option('--errors <file>', 'where refused events go; by default <first file>.refused.ndjson, or refused.ndjson')
    .option('--from-line <n>', 'where to begin in the first file', number(1, true), 1)
    .option('--dry-run', 'show the first events and what would be refused; sends nothing and needs no key')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', HELP)
    .action((kind: SentKind, files: string[], options: SendOptions) => runSend(kind, options, files))
