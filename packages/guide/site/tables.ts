import type { MarkdownRenderer } from 'vitepress'

/** Makes a heading cell without text an ordinary one, because screen readers would announce a heading that is empty. */
export const plainEmptyHeadings = (md: MarkdownRenderer): void => {
  md.core.ruler.push('plain-empty-headings', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'th_open' || tokens[index + 1]?.content !== '') continue
      token.tag = 'td'
      const close = tokens[index + 2]
      if (close) close.tag = 'td'
    }
  })
}
