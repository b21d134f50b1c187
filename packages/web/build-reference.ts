import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'

/** What the rendered reference shows, and that it contacts no other host. */
const SETTINGS = {
  url: '/openapi.json',
  title: 'Rollcall API',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
}

const pageWith = (script: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rollcall API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script defer src="${script}"></script>
</head>
<body>
<div id="app"></div>
<noscript>The API reference needs JavaScript. Its document is at /openapi.json.</noscript>
</body>
</html>
`

/** Writes the API reference: a small page, and a script whose name changes with its content. */
export const buildReference = async (dir: string): Promise<void> => {
  await using app = fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: SETTINGS.url } })
  const { body, statusCode } = await app.inject('/docs/js/scalar.js')
  if (statusCode !== 200) throw new Error('The package of the API reference has no script.')
  const script = `${body}\nScalar.createApiReference('#app', ${JSON.stringify(SETTINGS)})\n`
  const name = `assets/reference-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`
  await writeFile(join(dir, name), script)
  await writeFile(join(dir, 'reference.html'), pageWith(`/${name}`))
}
