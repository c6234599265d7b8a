return (...)
