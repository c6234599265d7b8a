import React from 'react'

type Props = { name: string; children?: React.ReactNode } // def: Props

export const Button: React.FC<Props> = ({ name, children }) => { // def: Button
  const label = name.length < 3 ? 'x' : name
  return (
    <button onClick={() => alert("it's")} title='{'>
      Don't {label} {children} // no comment {/* } */}
      {name && <b>isn't</b>}
      <></>
    </button>
  )
}

export function List<T,>({ items }: { items: T[] }) { // def: List
  return <ul>{items.map((i) => <li key={String(i)}>{`it's ${i}`}</li>)}</ul>
}

const generic = <T extends object>(x: T) => <div {...x} /> // def: generic
export const Context = React.createContext<{ a: number } | null>(null) // def: Context

export class Panel extends React.Component<Props, { open: boolean }> { // def: Panel
  state = { open: false }
  toggle = () => this.setState({ open: !this.state.open }) // def: Panel.toggle
  render() { // def: Panel.render
    if (this.state.open) return <p>it's {this.props.name}</p>
    return <Panel.Item {...this.props} render={() => <i>'</i>} />
  }
}

export default function App() { // def: App
  return <Button name="a">text ' with quote</Button>
}
