export const FLOOR_PLAN_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const
export type FloorPlanType = (typeof FLOOR_PLAN_TYPES)[number]

/** Maximum size of an image in bytes. */
export const MAX_FLOOR_PLAN_BYTES = 4 * 1024 * 1024
/** Maximum width and height in pixels, so that every browser can show it. */
export const MAX_FLOOR_PLAN_PIXELS = 16_384
/** Maximum number of pixels: browsers, including those on phones, decode the whole image at four bytes a pixel. */
export const MAX_FLOOR_PLAN_AREA = 50_000_000
/** Allowed width of an image in meters. */
export const FLOOR_PLAN_WIDTH = { minimum: 1, maximum: 10_000 } as const

/** How many corners the outline of a zone has. */
export const CORNERS = { minItems: 3, maxItems: 100 } as const
/** Maximum number of desks, and of zones, in one change of a layout. */
export const MAX_LAYOUT_CHANGES = 2000
