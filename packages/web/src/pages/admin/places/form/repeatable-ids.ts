import { useRef } from 'react'
import { newId } from '../../../me/shared/new-id.ts'

/**
 * Ids for what a form makes: the same ones as long as what is asked for is the same, so that sending it again after a lost
 * answer makes nothing twice.
 */
export const useRepeatableIds = () => {
  const last = useRef<{ key: string; ids: (string | undefined)[] }>(undefined)
  return (key: string, count: number): readonly (string | undefined)[] => {
    if (last.current?.key !== key) last.current = { key, ids: Array.from({ length: count }, newId) }
    return last.current.ids
  }
}
