import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type A<Props> = Omit<ComponentProps<'a'>, keyof Props | 'color'>

/** Links within the app that know its pages and what their addresses hold. */
export const TextLink = createLink((props: AnchorProps & A<AnchorProps>) => <Anchor inherit {...props} />)
export const ButtonLink = createLink((props: ButtonProps & A<ButtonProps>) => <Button component="a" {...props} />)
