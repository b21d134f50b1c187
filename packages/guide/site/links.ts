import { dirname, join, relative } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { addressOf, ROOT } from './pages.ts'

/** The service that examples and guides name. In the product, its addresses are those of the service that serves the guide. */
const SERVICE = /^http:\/\/127\.0\.0\.1:4600(?=\/)/

type Token = ReturnType<MarkdownRenderer['parse']>[number]

/** Rewrites links between files to links between pages. What is not part of the site, such as source code, is named without a link. */
export const siteLinks = (md: MarkdownRenderer, { isServed }: { readonly isServed: boolean }): void => {
  md.core.ruler.push('site-links', ({ tokens, env }) => {
    const from = relative(ROOT, (env as { realPath?: string; path: string }).realPath ?? env.path)
    for (const { children } of tokens) rewrite(children ?? [], from, isServed)
  })
}

const rewrite = (tokens: readonly Token[], from: string, isServed: boolean): void => {
  const open: Token[] = []
  for (const token of tokens) {
    if (token.type === 'link_open') {
      open.push(token)
      rewriteLink(token, from, isServed)
    } else if (token.type === 'link_close') {
      token.tag = open.pop()?.tag ?? token.tag
    }
  }
}

const rewriteLink = (token: Token, from: string, isServed: boolean): void => {
  const href = String(token.attrGet('href'))
  if (SERVICE.test(href)) {
    if (!isServed) return
    token.attrSet('href', href.replace(SERVICE, ''))
    // The router of the site follows no link that has a target.
    token.attrSet('target', '_self')
    return
  }
  if (/^[a-z]+:|^#/.test(href)) return
  const [path = '', anchor] = decodeURI(href).split('#')
  const file = join(dirname(from), path)
  const address = addressOf(file) ?? addressOf(join(file, 'README.md'))
  if (address !== undefined) {
    token.attrSet('href', anchor === undefined ? address : `${address}#${anchor}`)
    return
  }
  token.tag = 'span'
  token.attrs = [['title', `${file} in the repository`]]
}
