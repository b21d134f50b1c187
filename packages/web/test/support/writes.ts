import type { Page } from 'playwright-core'

/** What the page asks the service to change from now on, as `PUT /api/…`, and whether it was refused. */
export const recordWrites = (page: Page): { readonly sent: string[]; readonly refused: string[] } => {
  const sent: string[] = []
  const refused: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.startsWith('/api/')) sent.push(`${request.method()} ${pathname}`)
  })
  page.on('response', (answer) => {
    if (answer.request().method() !== 'GET' && !answer.ok()) refused.push(`${answer.status()} ${answer.url()}`)
  })
  return { sent, refused }
}
