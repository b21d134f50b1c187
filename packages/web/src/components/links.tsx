import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'

type A = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> & { ref?: React.Ref<HTMLAnchorElement> }

/** Links to pages of this app that look like anchors or buttons. Their paths and parameters are checked by type. */
export const AnchorLink = createLink((props: AnchorProps & A) => <Anchor {...props} />)
/** A link within a sentence. */
export const TextLink = createLink((props: AnchorProps & A) => <Anchor inherit {...props} />)
export const ButtonLink = createLink((props: ButtonProps & A) => <Button component="a" {...props} />)
