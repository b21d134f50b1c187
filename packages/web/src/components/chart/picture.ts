import type { ChartLook } from './chart-look.ts'

/** Picture pixels per page pixel. */
export const PIXEL_RATIO = 2

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'
const MARGIN = 12
const TITLE_LINE = 26
const CAPTION_LINE = 18

interface Heading {
  readonly title: string
  readonly caption: string
  readonly look: ChartLook
}

/** A drawing with its title and its scope above it, so that the picture explains itself. */
export const withHeading = (drawing: HTMLCanvasElement, { title, caption, look }: Heading): string => {
  const picture = document.createElement('canvas')
  const context = picture.getContext('2d') as CanvasRenderingContext2D
  const width = drawing.width / PIXEL_RATIO - 2 * MARGIN
  const captionFont = `13px ${FONT}`
  context.font = captionFont
  const lines = caption ? wrapped(context, caption, width) : []
  const height = MARGIN + TITLE_LINE + lines.length * CAPTION_LINE + MARGIN / 2
  // Resizing the canvas resets the font of its context.
  picture.width = drawing.width
  picture.height = drawing.height + height * PIXEL_RATIO
  context.fillStyle = look.surface
  context.fillRect(0, 0, picture.width, picture.height)
  context.drawImage(drawing, 0, height * PIXEL_RATIO)
  context.scale(PIXEL_RATIO, PIXEL_RATIO)
  context.textBaseline = 'top'
  context.fillStyle = look.text
  context.font = `600 17px ${FONT}`
  context.fillText(title, MARGIN, MARGIN, width)
  context.fillStyle = look.quiet
  context.font = captionFont
  for (const [index, line] of lines.entries()) {
    context.fillText(line, MARGIN, MARGIN + TITLE_LINE + index * CAPTION_LINE, width)
  }
  return picture.toDataURL('image/png')
}

const wrapped = (context: CanvasRenderingContext2D, text: string, width: number): string[] => {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (context.measureText(longer).width <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.filter(Boolean)
}
