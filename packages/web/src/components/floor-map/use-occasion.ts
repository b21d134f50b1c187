import { useMemo, useRef, useSyncExternalStore } from 'react'
import type { FloorImage } from './floor-place.ts'

const onResize = (tell: () => void) => {
  window.addEventListener('resize', tell)
  return () => window.removeEventListener('resize', tell)
}

/** The height of the window is no occasion: on a phone it changes with the bar of the browser, at each scrolling. */
const useWindowWidth = (): number => useSyncExternalStore(onResize, () => window.innerWidth)

/** An object that is another one each time that the map is to be fitted: for another level, image or width of the window. */
export const useOccasion = (levelId: string, image: FloorImage | undefined): object => {
  const width = useWindowWidth()
  return useMemo(() => ({ levelId, image, width }), [levelId, image, width])
}

/** The value, or while it is held the one that it had at the occasion. */
export const useHeld = <T>(value: T, occasion: object, isHeld: boolean): T => {
  const held = useRef({ value, occasion })
  if (!isHeld || held.current.occasion !== occasion) held.current = { value, occasion }
  return held.current.value
}
