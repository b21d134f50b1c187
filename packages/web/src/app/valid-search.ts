type Search = Readonly<Record<string, unknown>>

/**
 * Validates what an address asks for. The router hands on what a validation leaves out, so each of those is named as not given;
 * `inherited` are those that a page above has validated.
 */
export const validSearch =
  <Given extends object, View extends object>(validate: (given: Given) => View, inherited: readonly string[] = []) =>
  (given: Given): View => {
    const others = Object.keys(given as Search).filter((name) => !inherited.includes(name))
    return { ...Object.fromEntries(others.map((name) => [name, undefined])), ...validate(given) }
  }
