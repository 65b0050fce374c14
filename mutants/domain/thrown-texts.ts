/** The methods of a syntax node, as Stryker hands it in, that this plugin calls. */
type Node = {
  readonly parentPath: Node | null
  readonly isStringLiteral: () => boolean
  readonly isTemplateLiteral: () => boolean
  readonly isNewExpression: () => boolean
  readonly isThrowStatement: () => boolean
}

/** Leaves out the text of a thrown error: a programmer reads it, and no rule is in it. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'thrown-texts',
    value: {
      shouldIgnore: (node: Node) =>
        (node.isStringLiteral() || node.isTemplateLiteral()) &&
        node.parentPath?.isNewExpression() &&
        node.parentPath.parentPath?.isThrowStatement()
          ? 'the text of a thrown error'
          : undefined,
    },
  },
]
