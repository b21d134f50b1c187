export const FLOOR_PLAN_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export type FloorPlanType = (typeof FLOOR_PLAN_TYPES)[number]

/** Bytes of an image. */
export const MAX_FLOOR_PLAN_BYTES = 4 * 1024 * 1024
/** Pixels along either side of it, so that every browser can show it. */
export const MAX_FLOOR_PLAN_PIXELS = 16_384
/** Pixels of all of it: browsers decode it whole, at four bytes a pixel, also on a phone. */
export const MAX_FLOOR_PLAN_AREA = 50_000_000
/** Metres that an image may be wide. */
export const FLOOR_PLAN_WIDTH = { minimum: 1, maximum: 10_000 } as const
