import { type ComponentType, cloneElement, type JSX, type PointerEvent, useEffect, useRef, useState } from 'react'
import { notifyFailed } from './notices.tsx'

/** What the code of a menu receives in addition to its own properties. */
export interface LoadedMenuProps {
  /** The button that opens it. */
  readonly button: JSX.Element
  /** Whether the button was pressed before the code was there: then it opens at once. */
  readonly wasPressed: boolean
}

/** Whether the menu is open. It opens after it is shown, so that it knows the button as what had the focus before. */
export const useLoadedMenu = (wasPressed: boolean) => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(wasPressed), [wasPressed])
  return { opened: isOpen, onChange: setOpen }
}

interface Props<Own> {
  /** A button; what it says of its menu holds while that is closed. While it is `aria-disabled`, it opens none. */
  readonly button: JSX.Element
  readonly load: () => Promise<ComponentType<LoadedMenuProps & Own>>
  readonly props: Own
}

/**
 * A button whose menu is loaded when the pointer or the focus comes to it, because menus are a tenth of what a first page would load.
 */
export const LoadedMenu = <Own extends object>({ button, load, props }: Props<Own>) => {
  const [Menu, setMenu] = useState<ComponentType<LoadedMenuProps & Own>>()
  const [wasPressed, setPressed] = useState(false)
  const element = useRef<HTMLButtonElement>(null)
  const start = (): Promise<void> => load().then((loaded) => setMenu(() => loaded))
  if (Menu) {
    // The button is made again, and keeps the focus that it had.
    const autoFocus = document.activeElement === element.current
    return <Menu {...props} button={cloneElement(button, { autoFocus })} wasPressed={wasPressed} />
  }
  const loadAhead = (): void => void start().catch(() => undefined)
  const press = (): void => {
    if (button.props['aria-disabled']) return
    setPressed(true)
    start().catch(notifyFailed)
  }
  // Between the press of the mouse and its release the button may be made again: then no click follows.
  const pressByMouse = ({ pointerType, button: pressed }: PointerEvent): void => {
    if (pointerType === 'mouse' && pressed === 0) press()
  }
  return cloneElement(button, {
    ...{ ref: element, onPointerEnter: loadAhead, onFocus: loadAhead },
    ...{ onPointerDown: pressByMouse, onClick: press },
  })
}
