import type { TAGS } from './endpoint.ts'

type Tag = (typeof TAGS)[number]

/** What the operations of each tag are for, in the order in which the reference shows them. */
export const TAG_DESCRIPTIONS: Record<Tag, string> = {
  access: 'Tokens for keys: by HMAC, or by OAuth 2.0 client credentials.',
  submissions:
    'What systems send: presence, occupancy, access credentials, time off, the group hierarchy, user attributes and visitors. Repeating a call is always safe.',
  warehouse:
    'What integrators read: the directory, bookings and attendance, presence, the log of user actions, and the feed of changes.',
  sessions: 'Signing in to the web app, accounts and passwords.',
  planning: 'Plans for days, desks and parking bays, and who gets which.',
  places: 'Buildings and what is in them: levels, zones, desks, spaces, parking bays and floor plans.',
  people: 'Users, groups and who is in them.',
  gatherings: 'Workplace events, invitations and visits.',
  administration: 'Keys, settings, imports, sources, quarantine, refreshes and personal data.',
  analytics: 'Figures of attendance, desks, places and groups, as the web app shows them.',
  live: 'What happens in a building while it happens.',
  discovery: 'Health, metrics and the description of this API.',
}

/** The introduction of the reference, in Markdown. */
const DESCRIPTION = `Rollcall takes in what happens in buildings and who plans to be where, and gives a clean warehouse out.

## Authentication

A **key** is an id and a secret; an administrator makes it with a role, which says what it may call. Every operation below \`/v1\` has two
paths:

- The plain path takes a bearer token: \`POST /v1/auth/token\` gives one for id and secret (OAuth 2.0 client credentials), \`POST /v1/auth\` for
  an HMAC, so that the secret does not travel. A token lasts an hour.
- The same path followed by \`/basic\` takes id and secret as Basic credentials: \`curl -u "$KEY_ID:$KEY_SECRET" …/v1/analytics/users/basic\`

Operations below \`/api\` are those of the web app: they take its session cookie, or a bearer token of a key with all permissions.

## Formats

Bodies are JSON in UTF-8 of at most 8 MiB, and may be compressed by gzip, deflate, br or zstd. Times are RFC 3339 with a zone
(\`2026-01-05T09:00:00Z\`, \`2026-01-05T10:00:00+01:00\`), days are \`2026-01-05\`. Lists in the address are separated by commas (\`userIds=a,b\`).
Below \`/v1\` fields of a body that are not known are ignored; below \`/api\` they are refused by name.

Rows of the warehouse come as JSON, NDJSON, CSV or Parquet, by \`Accept\` or \`?format=\`. An \`ETag\` sent back as \`If-None-Match\` is answered by
304 where nothing changed.

## Errors and retries

Every refusal is a problem document (RFC 9457) with a stable \`code\`: [all codes and what to do](/docs/errors). Results of single events are
in the answer, one for each. Repeat a call after a broken connection, a 429, 500 or 503, after \`Retry-After\` where there is one: an event
that was stored already is stored once.

## Guides

Guides with examples that run (curl, TypeScript, Python) come with the service, in the folder \`docs/integrators\`: begin with
\`first-calls.md\`. The document behind this page is \`GET /openapi.json\`, what changed is \`GET /changelog.json\`.`

export const INFO = {
  title: 'Rollcall',
  summary: 'Workplace data: presence and occupancy in, a clean warehouse out.',
  description: DESCRIPTION,
  contact: { name: 'The operator of this service' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}
