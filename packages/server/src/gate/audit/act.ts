import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditAction, AuditActor } from '@rollcall/contract'

/** Who does something. */
export interface Actor {
  readonly type: AuditActor
  /** The id of the user or key. */
  readonly id?: string | null
  /** The name of a command line or provider; names of users and keys are looked up when the log is read. */
  readonly name?: string | null
}

/** An administrative act in progress: everything about it that its caller knows. */
export interface Act {
  readonly action: AuditAction
  readonly actor: Actor
  readonly address?: string | null
  readonly userAgent?: string | null
  readonly requestId?: string | null
}

const acts = new AsyncLocalStorage<Act>()

/** Runs the work, and all that it awaits, as this act: changes that it records belong to it. */
export const runAct = <T>(act: Act, work: () => T): T => acts.run(act, work)

/** The act in progress; undefined for work that is none, such as that of the night or of planning. */
export const currentAct = (): Act | undefined => acts.getStore()

/** Runs work that is part of the act in progress, such as one of its steps that has an actor by now. */
export const runPart = <T>(part: Partial<Act>, work: () => T): T => {
  const act = acts.getStore()
  return act ? acts.run({ ...act, ...part }, work) : work()
}
