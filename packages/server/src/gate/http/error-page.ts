import { ERRORS } from '@rollcall/contract'
import type { FastifyInstance } from 'fastify'

/** Serves the page that the `type` of every problem links to (RFC 9457): what each code means and what to do. */
export const registerErrorPage = (app: FastifyInstance): void => {
  app.get('/docs/errors', { logLevel: 'silent' }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE),
  )
}

/** The page loads nothing from other hosts. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const section = ([code, { status, title, detail }]: [string, { status: number; title: string; detail: string }]): string => `
<section id="${escapeHtml(code)}">
<h2><a href="#${escapeHtml(code)}"><code>${escapeHtml(code)}</code></a> <span>${status}</span></h2>
<p><strong>${escapeHtml(title)}.</strong> ${escapeHtml(detail)}</p>
</section>`

const STYLE = `
:root { color-scheme: light dark; --text: #1b1b1b; --quiet: #5f6368; --line: #dfdfdf; --mark: #fff6d6; --back: #fff }
@media (prefers-color-scheme: dark) {
  :root { --text: #e7e7e7; --quiet: #a4a4a4; --line: #2d2d2d; --mark: #3a3211; --back: #0f0f0f }
}
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--back) }
section { padding: 0.25rem 0.75rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem }
section:target { background: var(--mark) }
h2 { display: flex; justify-content: space-between; font-size: 1rem }
h2 span { color: var(--quiet); font-weight: normal }
a { color: inherit }`

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors of the Rollcall API</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Errors of the API</h1>
<p>Every refusal is an <code>application/problem+json</code> document. Its <code>code</code> is stable and listed here; its
<code>detail</code> may give more specific instructions; <code>instance</code> is the request id, which the operator finds in the
log. The operations are described in the <a href="/docs">reference</a>.</p>
${Object.entries(ERRORS).map(section).join('\n')}
</body>
</html>
`
