import type { FloorImage, Point } from './floor-place.ts'

/** The part of the floor that is shown, in meters. */
export interface ViewBox extends Point {
  readonly width: number
  readonly height: number
}

/** The margin in meters around desks, so that the outlines and names of their zones are visible. */
const MARGIN = 3
/** The margin around an image, as a share of its longer side. */
const IMAGE_MARGIN = 0.02
/** The smallest view, and the largest as a multiple of the whole floor. */
const MIN_WIDTH = 5
const MAX_TIMES = 1.5

/** The whole image and what stands beside it, or else all desks and zones, with the same margin on each side. */
export const wholeView = (points: readonly Point[], image: FloorImage | undefined): ViewBox => {
  const around = image ? points.filter((point) => !contains({ x: 0, y: 0, ...image }, point)) : points
  const corners = image
    ? [
        { x: 0, y: 0 },
        { x: image.width, y: image.height },
      ]
    : []
  const all = [...corners, ...around]
  if (all.length === 0) return { x: 0, y: 0, width: 20, height: 12 }
  const margin = image && around.length === 0 ? Math.max(image.width, image.height) * IMAGE_MARGIN : MARGIN
  const left = all.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY) - margin
  const top = all.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY) - margin
  const right = all.reduce((most, { x }) => Math.max(most, x), Number.NEGATIVE_INFINITY) + margin
  const bottom = all.reduce((most, { y }) => Math.max(most, y), Number.NEGATIVE_INFINITY) + margin
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Zooms out (factor > 1) or in around a point, which does not move. At the limit, it returns the same view. */
export const zoomed = (view: ViewBox, whole: ViewBox, factor: number, { x, y }: Point): ViewBox => {
  const width = Math.min(Math.max(view.width * factor, Math.min(MIN_WIDTH, whole.width)), whole.width * MAX_TIMES)
  const actual = width / view.width
  if (Math.abs(actual - 1) < 1e-6) return view
  const moved = {
    x: x - (x - view.x) * actual,
    y: y - (y - view.y) * actual,
    width,
    height: view.height * actual,
  }
  return within(moved, whole)
}

/**
 * The largest view in which an object of this size in meters is still this many pixels wide. It has the shape of the frame, and lies
 * around a point as far as it can without showing what is beside the floor.
 */
export const readableView = (
  whole: ViewBox,
  frame: { width: number; height: number },
  size: number,
  pixels: number,
  around: Point,
): ViewBox => {
  const drawn = size * Math.min(frame.width / whole.width, frame.height / whole.height)
  if (drawn === 0 || drawn >= pixels) return whole
  const [width, height] = [(frame.width * size) / pixels, (frame.height * size) / pixels]
  return { x: startOf(whole.x, whole.width, width, around.x), y: startOf(whole.y, whole.height, height, around.y), width, height }
}

/** Where a part of this length begins: around a point within the whole, or with the whole in its middle if that is shorter. */
const startOf = (start: number, whole: number, part: number, around: number): number =>
  part >= whole ? start + (whole - part) / 2 : clamp(around - part / 2, start, start + whole - part)

export const panned = (view: ViewBox, whole: ViewBox, dx: number, dy: number): ViewBox =>
  within({ ...view, x: view.x + dx, y: view.y + dy }, whole)

/** Keeps the middle of the view on the floor, so that the user cannot lose the floor. */
const within = (view: ViewBox, whole: ViewBox): ViewBox => ({
  ...view,
  x: clamp(view.x, whole.x - view.width / 2, whole.x + whole.width - view.width / 2),
  y: clamp(view.y, whole.y - view.height / 2, whole.y + whole.height - view.height / 2),
})

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

export const contains = ({ x, y, width, height }: ViewBox, point: Point): boolean =>
  point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height

export const middleOf = ({ x, y, width, height }: ViewBox): Point => ({ x: x + width / 2, y: y + height / 2 })

/** The same size of view around a point. */
export const centredOn = (view: ViewBox, { x, y }: Point): ViewBox => ({ ...view, x: x - view.width / 2, y: y - view.height / 2 })

/** The part of the floor that a frame of this size in meters shows around the middle of a view. */
export const visibleIn = (view: ViewBox, width: number, height: number): ViewBox => ({
  x: view.x + (view.width - width) / 2,
  y: view.y + (view.height - height) / 2,
  width,
  height,
})
