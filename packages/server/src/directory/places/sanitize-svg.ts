import { SaxesParser, type SaxesTagNS } from 'saxes'
import { DRAWING, DRAWN_BY, harmlessStyle, isHarmlessCss } from './svg-allowed.ts'
import { expandedElements, type Reference } from './svg-references.ts'

const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'
const MAX_DEPTH = 100
/** Maximum number of elements after all references are followed. */
const MAX_ELEMENTS = 200_000
/** The longer side of a drawing in pixels; browsers draw it sharper where it is shown larger. */
const LONGER_SIDE = 2000
const EMBEDDED_IMAGE = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=\s]*$/

export interface CleanSvg {
  readonly svg: string
  readonly width: number
  readonly height: number
}

/**
 * Writes the drawing of an SVG again, from a list of what is allowed: nothing that runs, loads something or leads elsewhere is on it.
 * @throws Error with a sentence if it is not well-formed, has a document type, states no size, or is too large when drawn
 */
export const sanitizeSvg = (source: string): CleanSvg => {
  const parser = new SaxesParser({ xmlns: true })
  const written: string[] = []
  const references: Reference[] = []
  let size: Pick<CleanSvg, 'width' | 'height'> | undefined
  let depth = 0
  /** The depth of the element that is being left out with everything in it. */
  let leftOutAt: number | undefined
  let style: string | undefined

  parser.on('error', (error) => {
    throw new Error(`is not well-formed XML: ${error.message}`)
  })
  // A document type can declare entities, which may grow without limit or read files.
  parser.on('doctype', () => {
    throw new Error('must have no document type (<!DOCTYPE>)')
  })
  parser.on('opentag', (tag) => {
    depth += 1
    if (depth > MAX_DEPTH) throw new Error(`must have at most ${MAX_DEPTH} elements inside each other`)
    if (depth === 1 && !isDrawing(tag, 'svg')) throw new Error('must be an SVG image')
    if (leftOutAt !== undefined) return
    if (!isDrawing(tag)) {
      leftOutAt = depth
      return
    }
    const attributes = keptAttributes(tag)
    if (depth === 1) {
      size = sizeOf(attributes)
      attributes.set('width', String(size.width)).set('height', String(size.height))
    }
    references.push({ depth, id: attributes.get('id'), uses: usesOf(tag, attributes) })
    const text = [...attributes].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')
    if (tag.local === 'style') style = ''
    written.push(`<${tag.local}${depth === 1 ? ` xmlns="${SVG}"` : ''}${text}>`)
  })
  parser.on('text', (text) => {
    if (leftOutAt !== undefined || depth === 0) return
    if (style === undefined) written.push(escaped(text))
    else style += text
  })
  parser.on('cdata', (text) => {
    if (leftOutAt === undefined && style !== undefined) style += text
  })
  parser.on('closetag', (tag) => {
    if (leftOutAt === undefined) {
      if (style !== undefined) written.push(escaped(harmlessStyle(style)))
      style = undefined
      written.push(`</${tag.local}>`)
    }
    if (leftOutAt === depth) leftOutAt = undefined
    depth -= 1
  })
  parser.write(source).close()
  if (!size) throw new Error('must be an SVG image')
  if (expandedElements(references, MAX_ELEMENTS) > MAX_ELEMENTS) {
    throw new Error(`must have at most ${MAX_ELEMENTS} elements, counting each use of a symbol`)
  }
  return { svg: written.join(''), ...size }
}

const isDrawing = ({ uri, local }: SaxesTagNS, name?: string): boolean =>
  uri === SVG && (name === undefined ? DRAWING.has(local) : local === name)

const keptAttributes = (tag: SaxesTagNS): Map<string, string> => {
  const kept = new Map<string, string>()
  for (const { uri, local, value } of Object.values(tag.attributes)) {
    const isReference = local === 'href' && (uri === '' || uri === XLINK)
    if (isReference && isOwnReference(tag.local, value)) kept.set('href', value)
    else if (uri === '' && DRAWN_BY.has(local) && isHarmlessCss(value)) kept.set(local, value)
  }
  return kept
}

const isOwnReference = (element: string, value: string): boolean =>
  element === 'image' ? EMBEDDED_IMAGE.test(value) : /^#[\w.:-]+$/.test(value)

/** What an element draws again: the id that `use` names, and patterns, masks and markers. */
const usesOf = (tag: SaxesTagNS, attributes: ReadonlyMap<string, string>): string[] => {
  const href = tag.local === 'image' ? undefined : attributes.get('href')
  const own = [...attributes.values()].flatMap((value) =>
    [...value.matchAll(/url\(\s*["']?#([\w.:-]+)/gi)].map(([, id]) => id ?? ''),
  )
  return href ? [href.slice(1), ...own] : own
}

/** Its size in pixels, by its viewBox or else by width and height. */
const sizeOf = (attributes: Map<string, string>): Pick<CleanSvg, 'width' | 'height'> => {
  const given = ['width', 'height'].map((name) => Number.parseFloat(attributes.get(name) ?? ''))
  const box = attributes
    .get('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const [width = 0, height = 0] = box?.length === 4 ? box.slice(2) : given
  if (!(width > 0 && height > 0 && Number.isFinite(width) && Number.isFinite(height))) {
    throw new Error('must state its size, by viewBox or by width and height')
  }
  if (box?.length !== 4) attributes.set('viewBox', `0 0 ${width} ${height}`)
  const scale = LONGER_SIDE / Math.max(width, height)
  return { width: Math.max(Math.round(width * scale), 1), height: Math.max(Math.round(height * scale), 1) }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] as string)
