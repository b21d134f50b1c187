import type { Operation } from '@rollcall/contract'
import { ALL_VARIANTS } from '../../http/support/good-calls.ts'
import { PATH_MUTATIONS, QUERY_MUTATIONS } from './address-mutations.ts'
import { BODY_MUTATIONS } from './body-mutations.ts'
import type { Draft, Mutation } from './draft.ts'
import { HEADER_MUTATIONS } from './header-mutations.ts'
import { createRandom, type Random } from './random.ts'
import type { FuzzedWorld } from './world.ts'

/** Operations that hash passwords, or refresh a whole company, are called less often, because they are slow. */
const RARE = new Set<Operation>([
  'signIn',
  'setUp',
  'setAccount',
  'changePassword',
  'runRefresh',
  'runHorizon',
  'signOut',
  'getOpenApi',
])
const OFTEN = ALL_VARIANTS.flatMap(
  (variant) => Array(RARE.has(variant.endpoint.operation as Operation) ? 1 : 10).fill(variant) as (typeof variant)[],
)

const groupOf = ({ json, query, path, variant }: Draft, random: Random): readonly Mutation[] => {
  const groups = [
    ...(json === undefined ? [] : Array<readonly Mutation[]>(8).fill(BODY_MUTATIONS)),
    ...(query.length > 0 || variant.endpoint.query ? Array<readonly Mutation[]>(4).fill(QUERY_MUTATIONS) : []),
    ...(variant.path === path ? [PATH_MUTATIONS] : Array<readonly Mutation[]>(3).fill(PATH_MUTATIONS)),
    HEADER_MUTATIONS,
  ]
  return random.pick(groups)
}

/** A request, and what was done to it. */
export interface Planned {
  readonly draft: Draft
  readonly mutations: readonly string[]
}

/** The request of this number, without the mutations left out: each has chances of its own, so that others stay as they were. */
export const planRequest = async (
  world: FuzzedWorld,
  seed: string,
  index: number,
  without: ReadonlySet<number> = new Set(),
): Promise<Planned> => {
  const random = createRandom(`${seed}/${index}`)
  const variant = random.pick(OFTEN)
  const address = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
  const draft = await world.draft(variant, address)
  const count = random.pick([0, 1, 1, 1, 1, 2, 2, 3, 5])
  const mutations: string[] = []
  for (let number = 0; number < count; number++) {
    const own = createRandom(`${seed}/${index}/${number}`)
    const mutate = own.pick(groupOf(draft, own))
    if (without.has(number)) continue
    const done = mutate(draft, own, world)
    if (done) mutations.push(done)
  }
  return { draft, mutations }
}
