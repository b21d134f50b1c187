import { type RefObject, useEffect, useRef } from 'react'

/**
 * Says in attributes of a frame on which of its edges content is hidden (`data-more-left`, `data-more-right`, `data-more-below`), so that it
 * can look as if it goes on there: scroll bars are often invisible until something scrolls.
 */
export const useScrollEdges = (): RefObject<HTMLDivElement | null> => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = ref.current
    if (!frame) return
    const look = () => {
      const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = frame
      frame.toggleAttribute('data-more-left', scrollLeft > 1)
      frame.toggleAttribute('data-more-right', scrollWidth - clientWidth - scrollLeft > 1)
      frame.toggleAttribute('data-more-below', scrollHeight - clientHeight - scrollTop > 1)
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(frame)
    for (const child of frame.children) sizes.observe(child)
    frame.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      frame.removeEventListener('scroll', look)
    }
  }, [])
  return ref
}
