import { useEffect, useEffectEvent } from 'react'
import type { Desk } from './floor-place.ts'

/** Moves the view to a desk each time that another one is meant or the desk is moved, and once its level is loaded. */
export const useReveal = (desk: Desk | undefined, reveal: (desk: Desk) => void): void => {
  const show = useEffectEvent(() => desk && reveal(desk))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another desk or place moves the view
  useEffect(() => void show(), [desk?.place.placeId, desk?.x, desk?.y])
}
