const LINK = /<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]*)"/g

/** The links of the pages that lead to no file or no heading of the site, as `page: link`. */
export const findDeadLinks = (base: string, pages: ReadonlyMap<string, string>, files: ReadonlySet<string>): string[] => {
  const anchors = new Map(
    [...pages].map(([file, html]) => [file, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))]),
  )
  return [...pages].flatMap(([page, html]) => {
    const links = new Set([...html.matchAll(LINK)].map(([, link = '']) => link.replaceAll('&amp;', '&')))
    return [...links].filter((link) => !leadsSomewhere(link, page)).map((link) => `${page}: ${link}`)
  })

  function leadsSomewhere(link: string, page: string): boolean {
    const { origin, pathname, hash } = new URL(link, `http://site${base}${page}`)
    if (origin !== 'http://site' || !pathname.startsWith(base)) return true
    const path = decodeURIComponent(pathname.slice(base.length))
    const file = [path, `${path}.html`, `${path}index.html`].find((name) => files.has(name))
    if (file === undefined) return false
    return hash === '' || (anchors.get(file)?.has(decodeURIComponent(hash.slice(1))) ?? false)
  }
}
