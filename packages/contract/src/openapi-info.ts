import type { TAGS } from './endpoint.ts'

type Tag = (typeof TAGS)[number]

/** The purpose of each tag, in the order of the reference. */
export const TAG_DESCRIPTIONS: Record<Tag, string> = {
  access: 'Tokens for keys: by HMAC, or by OAuth 2.0 client credentials.',
  submissions:
    'Data from other systems: presence, occupancy, access credentials, time off, the group hierarchy, user attributes and visitors. Repeating a call is always safe.',
  warehouse:
    'Data for integrators: the directory, bookings and attendance, presence, the log of user actions, and the feed of changes.',
  sessions: 'Sign-in to the web app, accounts and passwords.',
  planning: 'Day plans, and bookings of desks and parking bays.',
  places: 'Buildings and their contents: levels, zones, desks, spaces, parking bays and floor plans.',
  people: 'Users, groups and memberships.',
  gatherings: 'Workplace events, invitations and visits.',
  administration: 'Keys, settings, imports, sources, quarantine, refreshes and personal data.',
  analytics: 'Figures of attendance, desks, places and groups, as the web app shows them.',
  live: 'Events in a building as they happen.',
  discovery: 'Health, metrics and the description of this API.',
}

/** The introduction of the reference, in Markdown. */
const DESCRIPTION = `Rollcall collects presence, occupancy and plans of workplaces, and publishes a clean warehouse.

## Authentication

A **key** is an id and a secret. An administrator creates it with a role, which determines what it may call. Every operation below \`/v1\`
has two paths:

- The plain path takes a bearer token: \`POST /v1/auth/token\` issues one for id and secret (OAuth 2.0 client credentials), \`POST
  /v1/auth\` for an HMAC, which keeps the secret off the wire. A token is valid for an hour.
- The same path followed by \`/basic\` takes id and secret as Basic credentials: \`curl -u "$KEY_ID:$KEY_SECRET"
  …/v1/analytics/users/basic\`

Operations below \`/api\` serve the web app. They take its session cookie, or a bearer token of a key with all permissions.

## Formats

Bodies are JSON in UTF-8 of at most 8 MiB, and may be compressed with gzip, deflate, br or zstd. Times are RFC 3339 with a zone
(\`2026-01-05T09:00:00Z\`, \`2026-01-05T10:00:00+01:00\`), days are \`2026-01-05\`. Lists in the URL are comma-separated
(\`userIds=a,b\`). Below \`/v1\` unknown fields of a body are ignored; below \`/api\` they are rejected by name.

Rows of the warehouse come as JSON, NDJSON, CSV or Parquet, by \`Accept\` or \`?format=\`. An \`ETag\` sent back as \`If-None-Match\`
returns 304 if nothing changed.

## Errors and retries

Every error is a problem document (RFC 9457) with a stable \`code\`: [all codes and what to do](/docs/errors). A submission returns one
result per event. Repeat a call after a broken connection, a 429, 500 or 503, waiting for \`Retry-After\` if present. A repeated event is
stored only once.

## Guides

Guides with runnable examples (curl, TypeScript, Python) come with the service, in the folder \`docs/integrators\`: start with
\`first-calls.md\`. The source of this page is \`GET /openapi.json\`; \`GET /changelog.json\` lists changes.`

export const INFO = {
  title: 'Rollcall',
  summary: 'Workplace data: presence and occupancy in, a clean warehouse out.',
  description: DESCRIPTION,
  contact: { name: 'The operator of this service' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}
